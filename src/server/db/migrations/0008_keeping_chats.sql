CREATE TABLE "chat_shares" (
	"chat_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_shares_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "unsaved_messages" (
	"crawl_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"message" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unsaved_messages_crawl_id_place_pk" PRIMARY KEY("crawl_id","place")
);
--> statement-breakpoint
DROP INDEX "saved_chats_user";--> statement-breakpoint
ALTER TABLE "saved_chats" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_chats" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_shares" ADD CONSTRAINT "chat_shares_chat_id_saved_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."saved_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsaved_messages" ADD CONSTRAINT "unsaved_messages_crawl_id_crawls_id_fk" FOREIGN KEY ("crawl_id") REFERENCES "public"."crawls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_chats_listed" ON "saved_chats" USING btree ("user_id","pinned","created_at","id") WHERE "saved_chats"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "saved_chats_user" ON "saved_chats" USING btree ("user_id");