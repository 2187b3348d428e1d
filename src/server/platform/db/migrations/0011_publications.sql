CREATE TABLE "publications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"notebook_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"address" text NOT NULL,
	"title" text NOT NULL,
	"intro" text NOT NULL,
	"color" text NOT NULL,
	"logo" text NOT NULL,
	"contact" text NOT NULL,
	"origins" jsonb NOT NULL,
	"daily_questions" integer NOT NULL,
	"powered_by" boolean NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "publications_notebook_id_unique" UNIQUE("notebook_id"),
	CONSTRAINT "publications_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "visitor_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"notebook_id" uuid NOT NULL,
	"question" text,
	"is_answered" boolean NOT NULL,
	"is_helpful" boolean,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_questions" ADD CONSTRAINT "visitor_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_questions" ADD CONSTRAINT "visitor_questions_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publications_user" ON "publications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "visitor_questions_notebook" ON "visitor_questions" USING btree ("notebook_id","asked_at");--> statement-breakpoint
CREATE INDEX "visitor_questions_user" ON "visitor_questions" USING btree ("user_id");