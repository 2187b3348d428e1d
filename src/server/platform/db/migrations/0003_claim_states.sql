-- Rows without a state are older than it: chat/present-citation.ts derives it from "verified".

ALTER TABLE "chat_citations" ALTER COLUMN "verified" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_citations" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "chat_citations" ADD COLUMN "claim" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_citations" ADD COLUMN "differences" jsonb;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "truncated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "uncited" jsonb;