/** One kind of record: which rows of a table are somebody's, in the order of their key, and what is shown of them. */
export interface Section {
  readonly type: string
  readonly from: string
  /** Each `?` is the user's id. */
  readonly where: string
  /** An expression that is unique among them. */
  readonly key: string
  readonly columns: readonly string[]
  /** Columns of points in time. */
  readonly times?: readonly string[]
  /** Whether one record may take half a megabyte (C4.1). */
  readonly isLong?: true
}

/**
 * All that is kept about a person (GDPR, Art. 15 and 20). No secret is among it, nor a digest of one; of what others did
 * there is no more than that it was done to them.
 */
export const SECTIONS: readonly Section[] = [
  {
    type: 'user',
    from: 'users',
    where: 'id = ?',
    key: 'id',
    columns: [
      'id',
      'username',
      'name',
      'email',
      'pending_email',
      'age',
      'roles',
      'status',
      'permissions',
      'profile',
      'settings',
      'preferences',
      'version',
    ],
    times: ['created_at', 'updated_at', 'email_confirmed_at'],
  },
  {
    type: 'article',
    from: 'articles',
    where: 'owner_id = ?',
    key: 'id',
    columns: ['id', 'title', 'content', 'excerpt', 'status', 'tags', 'likes', 'views', 'version'],
    times: ['created_at', 'updated_at', 'published_at', 'scheduled_for'],
    isLong: true,
  },
  {
    type: 'revision',
    from: 'revisions',
    where: '(editor_id = ? or article_id in (select id from articles where owner_id = ?))',
    key: 'id',
    columns: ['id', 'article_id', 'title', 'content', 'excerpt', 'status', 'tags'],
    times: ['created_at'],
    isLong: true,
  },
  {
    type: 'comment',
    from: 'comments',
    where: 'author_id = ?',
    key: 'id',
    columns: ['id', 'article_id', 'content', 'version'],
    times: ['created_at', 'updated_at'],
  },
  {
    type: 'like',
    from: 'likes',
    where: 'user_id = ?',
    key: 'article_id',
    columns: ['article_id'],
    times: ['created_at'],
  },
  {
    type: 'following',
    from: 'follows',
    where: 'follower_id = ?',
    key: 'followed_id',
    columns: ['followed_id'],
    times: ['created_at'],
  },
  {
    type: 'follower',
    from: 'follows',
    where: 'followed_id = ?',
    key: 'follower_id',
    columns: ['follower_id'],
    times: ['created_at'],
  },
  {
    type: 'apiKey',
    from: 'api_keys',
    where: 'owner_id = ?',
    key: 'id',
    columns: ['id', 'name', 'scopes'],
    times: ['created_at', 'expires_at', 'last_used_at'],
  },
  {
    type: 'session',
    from: 'oauth_sessions',
    where: 'user_id = ?',
    key: 'id',
    columns: ['id', 'client_id', 'scopes'],
    times: ['issued_at', 'last_used_at', 'expires_at', 'ended_at'],
  },
  {
    type: 'consent',
    from: 'oauth_consents',
    where: 'user_id = ?',
    key: 'client_id',
    columns: ['client_id', 'scopes'],
    times: ['agreed_at'],
  },
  // By the hash of a secret, which is for the order alone.
  {
    type: 'browserSession',
    from: 'browser_sessions',
    where: 'user_id = ?',
    key: 'hash',
    columns: [],
    times: ['issued_at', 'expires_at'],
  },
  {
    type: 'secondFactor',
    from: 'second_factors',
    where: 'user_id = ?',
    key: 'user_id',
    columns: [],
    times: ['enabled_at'],
  },
  {
    type: 'webhook',
    from: 'webhooks',
    where: 'owner_id = ?',
    key: 'id',
    columns: ['id', 'url', 'events', 'enabled'],
    times: ['created_at', 'updated_at'],
  },
  {
    type: 'doneByYou',
    from: 'audit_entries',
    where: 'actor_id = ?',
    key: 'id',
    columns: ['id', 'action', 'resource', 'resource_id', 'decision', 'credential', 'address', 'request_id'],
    times: ['at'],
  },
  {
    type: 'doneToYou',
    from: 'audit_entries',
    where: `resource in ('users', 'second-factors') and resource_id = ?::text and actor_id is distinct from ?`,
    key: 'id',
    columns: ['id', 'action', 'resource', 'decision'],
    times: ['at'],
  },
]
