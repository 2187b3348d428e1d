-- The usual page of a crawl in one statement whose plan is kept: making it anew for each page took longer than all it
-- does. Called by crawl/write-page.ts, which says what goes in and comes out. Null when nothing was written.
create function store_page(
  p_crawl uuid, p_worker text, p_user text, p_frontier bigint, p_url text, p_final_url text, p_title text, p_content text,
  p_hash text, p_language text, p_depth smallint, p_etag text, p_last_modified text, p_read_by text,
  p_pieces jsonb, p_links jsonb, p_wait_seconds float8, p_tell boolean)
returns jsonb
language plpgsql
-- A plan that was made while the tables were small must serve when they are large.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  written jsonb;
begin
  with held as materialized (
    select id from crawls where id = p_crawl and leased_by = p_worker for update),
  charged as materialized (
    select deduct_credits(p_user, 1) as balance from held
     where not exists (select from pages where crawl_id = p_crawl and content_hash = p_hash and language = p_language)),
  paid as materialized (select balance from charged where balance is not null),
  ledger as (
    insert into credit_ledger (user_id, amount, reason, crawl_id, url)
    select p_user, -1, 'page', p_crawl, p_url from paid),
  stored as (
    update frontier set state = 'stored', reason = null, detail = '', due_at = null
      from paid where id = p_frontier),
  page as (
    insert into pages (user_id, crawl_id, url, final_url, title, content, content_hash, language, depth, etag, last_modified, read_by)
    select p_user, p_crawl, p_url, p_final_url, p_title, p_content, p_hash, p_language, p_depth, p_etag, p_last_modified, p_read_by
      from paid
    returning id),
  pieces as (
    insert into passages (page_id, position, heading_path, start_offset, end_offset)
    select page.id, p, h, s, e from page, jsonb_to_recordset(p_pieces) as piece(p int, h jsonb, s int, e int)),
  -- As insertLinks in crawl/frontier.ts.
  links as (
    insert into frontier (crawl_id, url, fetch_url, depth, state, reason, detail)
    select p_crawl, url, fetch_url, depth, state, reason, detail
      from jsonb_to_recordset(p_links)
        as link(url text, fetch_url text, depth smallint, state text, reason text, detail text)
     where exists (select from paid)
    on conflict (crawl_id, url) do update
      set state = 'waiting', reason = null, detail = '', depth = excluded.depth, fetch_url = excluded.fetch_url
      where frontier.state = 'skipped' and frontier.reason in ('beyond-depth', 'nofollow') and excluded.state = 'waiting'
    returning id, url, fetch_url, depth, attempts, canonical_of, state),
  next as materialized (
    select id, url, fetch_url, depth, attempts, canonical_of from (
      (select id, url, fetch_url, depth, attempts, canonical_of from frontier
        where crawl_id = p_crawl and state = 'waiting' and id <> p_frontier and (due_at is null or due_at <= now())
        order by depth, id limit 2)
      union all
      (select id, url, fetch_url, depth, attempts, canonical_of from links where state = 'waiting' order by depth, id limit 2)
    ) as found order by depth, id limit 2),
  crawl as (
    update crawls
       set pages_crawled = pages_crawled + 1,
           pages_found = pages_found + (select count(*) from links where state = 'waiting'),
           status = 'crawling',
           started_at = coalesce(started_at, now()),
           current_url = coalesce((select url from next limit 1), current_url),
           current_depth = coalesce((select depth from next limit 1), current_depth),
           next_step_at = case when p_wait_seconds > 0 then now() + make_interval(secs => p_wait_seconds) else next_step_at end
      from paid where id = p_crawl
    returning pages_crawled, pages_found, max_pages, current_url, current_depth, max_depth, stop_requested, waiting),
  told as (
    select pg_notify('readback_events', json_build_object('userId', p_user, 'event',
             -- As presentCrawl in crawl/present-crawl.ts.
             json_build_object('type', 'crawl', 'id', p_crawl::text, 'status', 'crawling', 'waiting', waiting,
               'progress', json_build_object('pagesFound', pages_found, 'pagesCrawled', pages_crawled,
                 'currentUrl', left(current_url, 1000), 'currentDepth', current_depth, 'maxDepth', max_depth)))::text),
           pg_notify('readback_events', json_build_object('userId', p_user, 'event',
             json_build_object('type', 'credits', 'credits_count', balance))::text)
      from crawl, paid
     where p_tell or pages_crawled >= max_pages or not exists (select from next))
  select jsonb_build_object(
      'pagesCrawled', pages_crawled, 'pagesFound', pages_found, 'maxPages', max_pages, 'currentUrl', current_url,
      'currentDepth', current_depth, 'stopRequested', stop_requested, 'waiting', waiting,
      'balance', (select balance from paid), 'told', (select count(*) from told) > 0,
      'next', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'url', url, 'fetchUrl', fetch_url, 'depth', depth,
                 'attempts', attempts, 'canonicalOf', canonical_of) order by depth, id), '[]') from next))
    into written from crawl;
  return written;
end
$$;
