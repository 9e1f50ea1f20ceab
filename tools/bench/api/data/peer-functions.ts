/**
 * PostGraphile makes fields of functions. These functions are what its users write for a ranked search and for a comment
 * whose id and time come from the database. Their schema is no part of the service.
 */
export const PEER_FUNCTIONS: readonly string[] = [
  'create extension if not exists pg_stat_statements',
  'create schema bench',
  // PostgreSQL has the function since version 18. The limit and the other servers take the ids of new comments from it.
  `do $$ begin
    if current_setting('server_version_num')::integer < 180000 then
      create function public.uuidv7() returns uuid volatile language sql as 'select gen_random_uuid()';
    end if;
  end $$`,
  `create function bench.find_articles(query text) returns setof public.articles stable language sql as $$
    select a.* from public.search_documents d join public.articles a on a.id = d.article_id
    where d.document @@ websearch_to_tsquery('content', query) and d.article_id is not null and a.status = 'PUBLISHED'
    order by ts_rank(d.document, websearch_to_tsquery('content', query)) desc, a.id desc limit 20
  $$`,
  `create function bench.write_comment(article uuid, author integer, text text) returns public.comments
    language sql as $$
    insert into public.comments (id, article_id, author_id, content, created_at, version)
      values (uuidv7(), article, author, text, now(), 1) returning *
  $$`,
]
