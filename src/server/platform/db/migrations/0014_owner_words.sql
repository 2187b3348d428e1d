-- The words of everybody's texts used to share one index, so a search by prefix read the matches of all users. Now each
-- word begins with a key of its owner, and a search reads the owner's words only. Two users with the same key are no
-- problem: a search also compares the owner of the rows.

-- Six characters: with a longer key, 200,000 characters of the shortest words would exceed the 1 MB of a tsvector.
-- Punctuation separates words, so that "example" finds "example.org" and "get" finds "get_user".
CREATE FUNCTION owner_lexemes(owner_id text, content text) RETURNS text[]
LANGUAGE sql IMMUTABLE
AS $$
  SELECT array(
    SELECT left(md5(owner_id), 6) || left(lexeme, 200)
      FROM unnest(tsvector_to_array(to_tsvector('simple',
             translate(left(content, 200000), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))))) AS lexeme
  );
$$;
--> statement-breakpoint
-- Every word must match the beginning of a word.
CREATE FUNCTION owner_query(owner_id text, words text) RETURNS tsquery
LANGUAGE sql IMMUTABLE
AS $$
  SELECT string_agg('''' || lexeme || ''':*', ' & ')::tsquery FROM unnest(owner_lexemes(owner_id, words)) AS lexeme;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION index_message_words() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO message_words
  SELECT new.id, array_to_tsvector(owner_lexemes(user_id, new.content)) FROM saved_chats WHERE id = new.chat_id
  ON CONFLICT (message_id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION index_page_words() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO page_words
  SELECT id, array_to_tsvector(owner_lexemes(user_id, title || ' ' || content)) FROM pages
   WHERE id = new.page_id AND NOT EXISTS (SELECT FROM page_words WHERE page_id = new.page_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
TRUNCATE message_words, page_words;
--> statement-breakpoint
INSERT INTO message_words
SELECT m.id, array_to_tsvector(owner_lexemes(c.user_id, m.content))
  FROM chat_messages m JOIN saved_chats c ON c.id = m.chat_id;
--> statement-breakpoint
INSERT INTO page_words
SELECT id, array_to_tsvector(owner_lexemes(user_id, title || ' ' || content)) FROM pages
 WHERE id IN (SELECT page_id FROM chat_pages);
