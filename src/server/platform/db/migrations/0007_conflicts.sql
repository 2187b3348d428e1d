CREATE TABLE "conflict_searches" (
	"notebook_id" uuid PRIMARY KEY NOT NULL,
	"pages_compared" integer NOT NULL,
	"pages_left_out" integer NOT NULL,
	"searched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conflicts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"notebook_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"property" text NOT NULL,
	"position" integer NOT NULL,
	"first_page_id" uuid NOT NULL,
	"second_page_id" uuid NOT NULL,
	"quotes" jsonb NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"dismissed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "conflict_searches" ADD CONSTRAINT "conflict_searches_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflicts" ADD CONSTRAINT "conflicts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflicts" ADD CONSTRAINT "conflicts_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflicts" ADD CONSTRAINT "conflicts_first_page_id_pages_id_fk" FOREIGN KEY ("first_page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflicts" ADD CONSTRAINT "conflicts_second_page_id_pages_id_fk" FOREIGN KEY ("second_page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conflicts_fingerprint" ON "conflicts" USING btree ("notebook_id","fingerprint");--> statement-breakpoint
CREATE INDEX "conflicts_user" ON "conflicts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "conflicts_first_page" ON "conflicts" USING btree ("first_page_id");--> statement-breakpoint
CREATE INDEX "conflicts_second_page" ON "conflicts" USING btree ("second_page_id");