CREATE TABLE "golden_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"notebook_id" uuid NOT NULL,
	"position" bigserial NOT NULL,
	"question" text NOT NULL,
	"page" text,
	"sentence" text,
	"must_include" jsonb NOT NULL,
	"must_not_include" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "golden_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"notebook_id" uuid NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"pages" integer NOT NULL,
	"results" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "golden_questions" ADD CONSTRAINT "golden_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "golden_questions" ADD CONSTRAINT "golden_questions_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "golden_runs" ADD CONSTRAINT "golden_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "golden_runs" ADD CONSTRAINT "golden_runs_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "golden_questions_question" ON "golden_questions" USING btree ("notebook_id","question");--> statement-breakpoint
CREATE INDEX "golden_questions_user" ON "golden_questions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "golden_runs_notebook" ON "golden_runs" USING btree ("notebook_id","ran_at");--> statement-breakpoint
CREATE INDEX "golden_runs_user" ON "golden_runs" USING btree ("user_id");