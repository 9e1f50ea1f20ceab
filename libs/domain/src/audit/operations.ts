/**
 * Every operation of the service, under the name that the typed interface has for it, with the kind of record that
 * it is about: the words in which the audit log says what was done, whichever interface it came through.
 */
export const OPERATIONS = {
  user: 'users',
  users: 'users',
  currentUser: 'users',
  createUser: 'users',
  createUserOrError: 'users',
  bulkCreateUsers: 'users',
  putUser: 'users',
  updateUser: 'users',
  deleteUser: 'users',
  followUser: 'users',
  unfollowUser: 'users',
  article: 'articles',
  articles: 'articles',
  createArticle: 'articles',
  updateArticle: 'articles',
  deleteArticle: 'articles',
  likeArticle: 'articles',
  unlikeArticle: 'articles',
  scheduleArticle: 'articles',
  unscheduleArticle: 'articles',
  createComment: 'comments',
  updateComment: 'comments',
  deleteComment: 'comments',
  product: 'products',
  products: 'products',
  createProduct: 'products',
  updateProduct: 'products',
  deleteProduct: 'products',
  category: 'categories',
  categories: 'categories',
  createCategory: 'categories',
  search: 'search',
  apiKeys: 'api-keys',
  createApiKey: 'api-keys',
  revokeApiKey: 'api-keys',
  auditLog: 'audit',
  authenticate: 'credentials',
  /** A private field of somebody else (C3.7), whatever the operation that asked for it. */
  privateField: 'users',
} as const satisfies Readonly<Record<string, string>>

export type OperationName = keyof typeof OPERATIONS
