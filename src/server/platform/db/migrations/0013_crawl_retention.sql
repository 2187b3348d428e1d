ALTER TABLE "crawls" ADD COLUMN "used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "crawls_expiring" ON "crawls" USING btree ("expires_at") WHERE "crawls"."expires_at" is not null;