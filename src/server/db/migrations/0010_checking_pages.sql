CREATE TABLE "chat_check_pages" (
	"check_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"new_page_id" uuid,
	"difference" jsonb,
	CONSTRAINT "chat_check_pages_check_id_page_id_pk" PRIMARY KEY("check_id","page_id")
);
--> statement-breakpoint
CREATE TABLE "chat_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"chat_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'checking' NOT NULL,
	"error" jsonb,
	"scheduled" boolean DEFAULT false NOT NULL,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"pages_total" integer NOT NULL,
	"pages_checked" integer DEFAULT 0 NOT NULL,
	"pages_changed" integer DEFAULT 0 NOT NULL,
	"pages_gone" integer DEFAULT 0 NOT NULL,
	"pages_failed" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "chat_citations" ADD COLUMN "gone" text;--> statement-breakpoint
ALTER TABLE "chat_citations" ADD COLUMN "gone_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "saved_chats" ADD COLUMN "check_every" text;--> statement-breakpoint
ALTER TABLE "saved_chats" ADD COLUMN "check_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "gone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "version_of" uuid;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_check_pages" ADD CONSTRAINT "chat_check_pages_check_id_chat_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."chat_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_check_pages" ADD CONSTRAINT "chat_check_pages_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_check_pages" ADD CONSTRAINT "chat_check_pages_new_page_id_pages_id_fk" FOREIGN KEY ("new_page_id") REFERENCES "public"."pages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_checks" ADD CONSTRAINT "chat_checks_chat_id_saved_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."saved_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_checks" ADD CONSTRAINT "chat_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_check_pages_waiting" ON "chat_check_pages" USING btree ("check_id","place") WHERE "chat_check_pages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "chat_check_pages_page" ON "chat_check_pages" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "chat_check_pages_new" ON "chat_check_pages" USING btree ("new_page_id");--> statement-breakpoint
CREATE INDEX "chat_checks_chat" ON "chat_checks" USING btree ("chat_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_checks_one_running" ON "chat_checks" USING btree ("chat_id") WHERE "chat_checks"."finished_at" is null;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_first_version" FOREIGN KEY ("version_of") REFERENCES "public"."pages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_citations_page" ON "chat_citations" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "pages_version_of" ON "pages" USING btree ("version_of") WHERE "pages"."version_of" is not null;