import {
  Article,
  articleId,
  changesOf,
  Comment,
  commentsOn,
  hearRecord,
  publishedArticles,
  type Context,
  type DomainEvent,
  type RecordType,
} from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { selected } from '../reading/plans.ts'
import type { SubscriptionResolvers } from '../resolver-types.ts'

const hear =
  (type: RecordType) => (event: DomainEvent, _args: object, context: Context, info: GraphQLResolveInfo) =>
    hearRecord(context, type, event, selected(type.name, info))

const [article, comment] = [hear(Article), hear(Comment)]

/** What is listened to, and what each event is shown as: NOT_FOUND where the listener is to hear nothing of it. */
export const subscriptions = {
  articlePublished: {
    subscribe: (_, _args, { follow }) => follow(publishedArticles),
    resolve: article,
  },
  articleChanged: {
    subscribe: (_, { id }, { follow }) => follow(changesOf(articleId(id))),
    resolve: article,
  },
  commentAdded: {
    subscribe: (_, { articleId: on }, { follow }) => follow(commentsOn(articleId(on))),
    resolve: comment,
  },
} satisfies Required<SubscriptionResolvers>
