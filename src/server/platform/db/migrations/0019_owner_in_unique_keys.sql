DROP INDEX "change_reports_check";--> statement-breakpoint
DROP INDEX "chat_checks_one_running";--> statement-breakpoint
DROP INDEX "conflicts_fingerprint";--> statement-breakpoint
DROP INDEX "pages_crawl_url";--> statement-breakpoint
DROP INDEX "credit_ledger_one_charge_per_page";--> statement-breakpoint
DROP INDEX "credit_ledger_one_charge_per_change";--> statement-breakpoint
DROP INDEX "golden_questions_question";--> statement-breakpoint
ALTER TABLE "chat_addresses" DROP CONSTRAINT "chat_addresses_chat_id_url_pk";--> statement-breakpoint
ALTER TABLE "gap_states" DROP CONSTRAINT "gap_states_notebook_id_question_key_pk";--> statement-breakpoint
ALTER TABLE "chat_addresses" ADD CONSTRAINT "chat_addresses_chat_id_url_user_id_pk" PRIMARY KEY("chat_id","url","user_id");--> statement-breakpoint
ALTER TABLE "gap_states" ADD CONSTRAINT "gap_states_notebook_id_question_key_user_id_pk" PRIMARY KEY("notebook_id","question_key","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "change_reports_check" ON "change_reports" USING btree ("check_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_checks_one_running" ON "chat_checks" USING btree ("chat_id","user_id") WHERE "chat_checks"."finished_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "conflicts_fingerprint" ON "conflicts" USING btree ("notebook_id","fingerprint","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pages_crawl_url" ON "pages" USING btree ("crawl_id","url","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_one_charge_per_page" ON "credit_ledger" USING btree ("crawl_id","url","user_id") WHERE "credit_ledger"."reason" = 'page';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_one_charge_per_change" ON "credit_ledger" USING btree ("crawl_id","url","user_id") WHERE "credit_ledger"."reason" = 'change';--> statement-breakpoint
CREATE UNIQUE INDEX "golden_questions_question" ON "golden_questions" USING btree ("notebook_id","question","user_id");