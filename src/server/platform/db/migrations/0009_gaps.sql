CREATE TABLE "gap_states" (
	"user_id" text NOT NULL,
	"notebook_id" uuid NOT NULL,
	"question_key" text NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	"answer" jsonb,
	"checked_at" timestamp with time zone,
	CONSTRAINT "gap_states_notebook_id_question_key_pk" PRIMARY KEY("notebook_id","question_key")
);
--> statement-breakpoint
CREATE TABLE "open_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"notebook_id" uuid NOT NULL,
	"question" text NOT NULL,
	"kind" text NOT NULL,
	"nearest" jsonb,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notebooks" ADD COLUMN "records_questions" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notebooks" ADD COLUMN "keep_questions_days" smallint DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "links" text;--> statement-breakpoint
ALTER TABLE "gap_states" ADD CONSTRAINT "gap_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gap_states" ADD CONSTRAINT "gap_states_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_questions" ADD CONSTRAINT "open_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_questions" ADD CONSTRAINT "open_questions_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gap_states_user" ON "gap_states" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "open_questions_notebook" ON "open_questions" USING btree ("notebook_id","asked_at");--> statement-breakpoint
CREATE INDEX "open_questions_user" ON "open_questions" USING btree ("user_id");