ALTER TABLE "crawls" ADD COLUMN "moved_to" text;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "request_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "address_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "crawls_idempotency_key" ON "crawls" USING btree ("user_id","idempotency_key");