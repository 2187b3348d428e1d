CREATE TABLE "message_words" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_words" (
	"page_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_words" ADD CONSTRAINT "message_words_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_words" ADD CONSTRAINT "page_words_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_words_words" ON "message_words" USING gin ("words");--> statement-breakpoint
CREATE INDEX "page_words_words" ON "page_words" USING gin ("words");--> statement-breakpoint
-- A word list may have a megabyte at most; what stands beyond 200,000 characters is not searched.
CREATE FUNCTION keep_message_words() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO message_words VALUES (new.id, to_tsvector('simple', left(new.content, 200000)))
  ON CONFLICT (message_id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER chat_messages_words AFTER INSERT OR UPDATE OF content ON chat_messages
FOR EACH ROW EXECUTE FUNCTION keep_message_words();
--> statement-breakpoint
CREATE FUNCTION keep_page_words() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO page_words
  SELECT id, to_tsvector('simple', left(title || ' ' || content, 200000)) FROM pages
   WHERE id = new.page_id AND NOT EXISTS (SELECT FROM page_words WHERE page_id = new.page_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER chat_pages_words AFTER INSERT OR UPDATE OF page_id ON chat_pages
FOR EACH ROW EXECUTE FUNCTION keep_page_words();
--> statement-breakpoint
INSERT INTO message_words SELECT id, to_tsvector('simple', left(content, 200000)) FROM chat_messages;
--> statement-breakpoint
INSERT INTO page_words
SELECT id, to_tsvector('simple', left(title || ' ' || content, 200000)) FROM pages
 WHERE id IN (SELECT page_id FROM chat_pages);
