CREATE INDEX "daily_usage_date" ON "daily_usage" USING btree ("date");--> statement-breakpoint
CREATE INDEX "crawls_created_at" ON "crawls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "credit_ledger_pages" ON "credit_ledger" USING btree ("created_at") WHERE "credit_ledger"."reason" = 'page';