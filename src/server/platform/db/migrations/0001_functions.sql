-- What Drizzle's schema cannot express: functions, triggers, and a foreign key between two schema files that would
-- otherwise import each other.

ALTER TABLE "crawls" ADD CONSTRAINT "crawls_chat" FOREIGN KEY ("chat_id") REFERENCES "public"."saved_chats"("id") ON DELETE set null;
--> statement-breakpoint
-- Takes credits from a balance and returns the balance after it; null, without a change, when there are too few or the
-- user has no balance. The row lock makes concurrent charges wait for each other, so a balance never gets negative.
-- The server calls it; clients cannot.
CREATE FUNCTION deduct_credits(user_id_param text, amount_param integer) RETURNS integer
LANGUAGE sql
AS $$
  UPDATE user_credits
     SET credits_count = credits_count - amount_param, updated_at = now()
   WHERE user_id = user_id_param AND amount_param > 0 AND credits_count >= amount_param
  RETURNING credits_count;
$$;
--> statement-breakpoint
-- A tsvector holds at most 1 MB, so only the first 200,000 characters of a text can be searched.
CREATE FUNCTION index_message_words() RETURNS trigger
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
FOR EACH ROW EXECUTE FUNCTION index_message_words();
--> statement-breakpoint
-- The content of a page never changes: a new version is a new row.
CREATE FUNCTION index_page_words() RETURNS trigger
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
FOR EACH ROW EXECUTE FUNCTION index_page_words();
