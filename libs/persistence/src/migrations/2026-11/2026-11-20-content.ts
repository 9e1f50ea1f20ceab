import { Migration } from '@mikro-orm/migrations'

/** Users, articles, comments and products: the tables of the domain's stores. */
export class Content extends Migration {
  override name = '2026-11-20-content'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // The sequence assigns ids and skips ids that clients chose; PUT never moves the sequence (C6.5). The ghost has id 1.
  'create sequence user_ids as integer start 2',

  `create table users (
    id integer primary key,
    username text not null,
    name text not null,
    email text not null,
    age smallint,
    role text not null,
    status text not null,
    deleted boolean not null,
    permissions text[] not null,
    profile jsonb not null,
    settings jsonb not null,
    preferences jsonb not null,
    tokens_valid_from timestamptz(3) not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3),
    version integer not null
  )`,
  'create unique index users_username_key on users (lower(username))',
  'create unique index users_email_key on users (lower(email))',
  'create index users_newest on users (created_at desc, id desc)',
  "create index users_administrators on users (id) where role = 'ADMIN'",

  // A separate table, so that no query for users can ever select a hash (C3.1).
  `create table credentials (
    user_id integer primary key references users on delete cascade,
    password_hash text not null,
    changed_at timestamptz(3) not null
  )`,

  `insert into users values (
    1, 'ghost', 'Ghost', 'ghost@deleted.invalid', null, 'GUEST', 'INACTIVE', false, '{}',
    '{"bio": null, "avatar": null, "website": null, "location": null}',
    '{"locale": "en", "timezone": "UTC", "theme": "SYSTEM"}',
    '{"newsletter": false, "commentNotifications": true, "followNotifications": true}',
    '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', null, 1
  )`,

  `create table follows (
    follower_id integer not null references users on delete cascade,
    followed_id integer not null references users on delete cascade,
    created_at timestamptz(3) not null,
    primary key (follower_id, followed_id)
  )`,
  'create index follows_followed on follows (followed_id, created_at desc)',

  // The ghost gets the content of a deleted user (C3.5): its id is the default.
  `create table articles (
    id uuid primary key,
    title text not null,
    content text not null,
    excerpt text not null,
    excerpt_derived boolean not null,
    status text not null,
    tags text[] not null,
    owner_id integer not null default 1 references users on delete set default,
    likes integer not null default 0,
    views integer not null default 0,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3),
    published_at timestamptz(3),
    scheduled_for timestamptz(3),
    ref text,
    version integer not null
  )`,
  'create unique index articles_ref_key on articles (ref)',
  // A list of several states, such as one with the caller's own drafts, reads this index: 0.1 ms instead of 140 ms.
  'create index articles_all_newest on articles (created_at desc, id desc)',
  'create index articles_newest on articles (status, created_at desc, id desc)',
  'create index articles_owner on articles (owner_id, created_at desc, id desc)',
  'create index articles_tags on articles using gin (tags)',
  'create index articles_scheduled on articles (scheduled_for) where scheduled_for is not null',

  `create table revisions (
    id uuid primary key,
    article_id uuid not null references articles on delete cascade,
    title text not null,
    content text not null,
    excerpt text not null,
    excerpt_derived boolean not null,
    status text not null,
    tags text[] not null,
    editor_id integer not null default 1 references users on delete set default,
    created_at timestamptz(3) not null
  )`,
  'create index revisions_article on revisions (article_id, created_at desc)',
  'create index revisions_editor on revisions (editor_id)',

  `create table likes (
    article_id uuid not null references articles on delete cascade,
    user_id integer not null references users on delete cascade,
    created_at timestamptz(3) not null,
    primary key (article_id, user_id)
  )`,
  'create index likes_user on likes (user_id)',

  `create table comments (
    id uuid primary key,
    article_id uuid not null references articles on delete cascade,
    author_id integer not null default 1 references users on delete set default,
    content text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3),
    ref text,
    version integer not null
  )`,
  'create unique index comments_ref_key on comments (ref)',
  'create index comments_article on comments (article_id, created_at, id)',
  'create index comments_author on comments (author_id)',

  `create table categories (
    id uuid primary key,
    name text not null,
    created_at timestamptz(3) not null
  )`,
  'create unique index categories_name_key on categories (lower(name))',

  `create table products (
    id uuid primary key,
    title text not null,
    description text,
    price double precision not null check (price >= 0),
    stock integer not null check (stock >= 0),
    category_id uuid not null references categories,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3),
    ref text,
    version integer not null
  )`,
  'create unique index products_ref_key on products (ref)',
  'create index products_newest on products (created_at desc, id desc)',
  'create index products_category on products (category_id, created_at desc, id desc)',
]
