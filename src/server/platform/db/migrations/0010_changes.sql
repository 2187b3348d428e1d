CREATE TABLE "change_outlets" (
	"notebook_id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"mails" boolean DEFAULT false NOT NULL,
	"feed_token_hash" text,
	"feed_created_at" timestamp with time zone,
	"webhook_url" text,
	"webhook_secret" text,
	CONSTRAINT "change_outlets_feed_token_hash_unique" UNIQUE("feed_token_hash")
);
--> statement-breakpoint
CREATE TABLE "change_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"notebook_id" uuid NOT NULL,
	"chat_id" uuid,
	"check_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"to_mail" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_addresses" (
	"chat_id" uuid NOT NULL,
	"url" text NOT NULL,
	"user_id" text NOT NULL,
	"crawl_id" uuid NOT NULL,
	"fetch_url" text NOT NULL,
	"depth" smallint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"check_id" uuid,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"page_id" uuid,
	CONSTRAINT "chat_addresses_chat_id_url_pk" PRIMARY KEY("chat_id","url")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"report_id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"attempt" smallint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_check_pages" ADD COLUMN "was_gone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_checks" ADD COLUMN "pages_added" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_checks" ADD COLUMN "sitemaps_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "change_outlets" ADD CONSTRAINT "change_outlets_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_outlets" ADD CONSTRAINT "change_outlets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_reports" ADD CONSTRAINT "change_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_reports" ADD CONSTRAINT "change_reports_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_reports" ADD CONSTRAINT "change_reports_chat_id_saved_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."saved_chats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_addresses" ADD CONSTRAINT "chat_addresses_chat_id_saved_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."saved_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_addresses" ADD CONSTRAINT "chat_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_addresses" ADD CONSTRAINT "chat_addresses_crawl_id_crawls_id_fk" FOREIGN KEY ("crawl_id") REFERENCES "public"."crawls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_addresses" ADD CONSTRAINT "chat_addresses_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_report_id_change_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."change_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_outlets_user" ON "change_outlets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "change_reports_check" ON "change_reports" USING btree ("check_id");--> statement-breakpoint
CREATE INDEX "change_reports_notebook" ON "change_reports" USING btree ("notebook_id","created_at");--> statement-breakpoint
CREATE INDEX "change_reports_user" ON "change_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "change_reports_chat" ON "change_reports" USING btree ("chat_id");--> statement-breakpoint
CREATE INDEX "chat_addresses_user" ON "chat_addresses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_addresses_crawl" ON "chat_addresses" USING btree ("crawl_id");--> statement-breakpoint
CREATE INDEX "chat_addresses_page" ON "chat_addresses" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_user" ON "webhook_deliveries" USING btree ("user_id");