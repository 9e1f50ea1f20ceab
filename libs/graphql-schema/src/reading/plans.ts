import { builtInModel } from '@content-service/domain'
import { getNamedType, type GraphQLResolveInfo } from 'graphql'
import { API_KEY } from '../api-keys/api-key-plan.ts'
import { ARTICLE, POST, REVISION } from '../articles/article-plan.ts'
import { AUDIT_ENTRY } from '../audit/audit-plan.ts'
import { OAUTH_CLIENT } from '../clients/client-plan.ts'
import { COMMENT } from '../comments/comment-plan.ts'
import { planRecord } from '../records/record-plan.ts'
import { USER } from '../users/user-plan.ts'
import { WEBHOOK } from '../webhooks/webhook-plan.ts'
import { WEBHOOK_DELIVERY } from '../webhooks/webhook-delivery-plan.ts'
import type { TypePlan } from './plan.ts'
import { nodesAt } from './collected-fields.ts'
import { selectionOf } from './selection.ts'

/** Every object type that is read from a collection, without the declared types. */
const PLANS = {
  User: USER,
  Article: ARTICLE,
  Post: POST,
  ArticleRevision: REVISION,
  Comment: COMMENT,
  ApiKey: API_KEY,
  Webhook: WEBHOOK,
  WebhookDelivery: WEBHOOK_DELIVERY,
  OAuthClient: OAUTH_CLIENT,
  AuditEntry: AUDIT_ENTRY,
}

const DECLARED = Object.fromEntries(
  builtInModel.types.map((type) => [type.name, planRecord(builtInModel, type)]),
)

/** A plan names attributes of its own collection; from outside, all are plans of some collection. */
export const plans = { ...PLANS, ...DECLARED } as unknown as Readonly<Record<string, TypePlan>>

/** What a root field selects of the type that it answers with. */
export const selected = (type: string, info: GraphQLResolveInfo) =>
  selectionOf(plans, type, info.fieldNodes, info)

/** The same for a type that lies below the root field, such as the nodes of a connection. */
export const selectedAt = (type: string, path: readonly string[], info: GraphQLResolveInfo) =>
  selectionOf(plans, type, nodesAt(path, getNamedType(info.returnType), info.fieldNodes, info), info)
