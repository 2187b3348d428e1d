CREATE TABLE "host_turns" (
	"host" text PRIMARY KEY NOT NULL,
	"held_by" text NOT NULL,
	"held_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "settings" jsonb DEFAULT '{"include":[],"exclude":[],"delayMs":0,"reader":"auto","country":null,"sitemap":false,"keepQuery":false}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "branches" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "sealed_headers" text;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "seeds_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "crawls" ADD COLUMN "mail_at_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "read_by" text DEFAULT 'http' NOT NULL;--> statement-breakpoint
CREATE INDEX "crawls_host_taken" ON "crawls" USING btree ("host") WHERE "crawls"."leased_by" is not null;--> statement-breakpoint
CREATE INDEX "pages_crawl_hash" ON "pages" USING btree ("crawl_id","content_hash");--> statement-breakpoint
-- Written by hand: in the schema the two tables' files would import each other.
UPDATE "crawls" SET "chat_id" = null WHERE "chat_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "saved_chats" WHERE "saved_chats"."id" = "crawls"."chat_id");--> statement-breakpoint
ALTER TABLE "crawls" ADD CONSTRAINT "crawls_chat" FOREIGN KEY ("chat_id") REFERENCES "public"."saved_chats"("id") ON DELETE set null;
