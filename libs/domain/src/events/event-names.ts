/** C11.1: what happens to content, by the record that it happens to. */
export const EVENT_NAMES = [
  'article.created',
  'article.updated',
  'article.published',
  'article.unpublished',
  'article.deleted',
  'article.restored',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.restored',
  'product.created',
  'product.updated',
  'product.deleted',
  'category.created',
] as const

export type EventName = (typeof EVENT_NAMES)[number]
