import type { ContentModel, Selection } from '@content-service/domain'
import type { Collection } from '@content-service/domain/model'
import { getNamedType, type FieldNode, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql'
import { API_KEY } from '../api-keys/api-key-plan.ts'
import { ARTICLE, POST, REVISION } from '../articles/article-plan.ts'
import { AUDIT_ENTRY } from '../audit/audit-plan.ts'
import { OAUTH_CLIENT } from '../clients/client-plan.ts'
import { planRecord } from '../records/record-plan.ts'
import { USER } from '../users/user-plan.ts'
import { WEBHOOK, WEBHOOK_DELIVERY } from '../webhooks/webhook-plan.ts'
import type { TypePlan } from './plan.ts'
import { findNodes } from './collected-fields.ts'
import { createSelection } from './selection.ts'

/** Every object type that is read from a collection, without the declared types. */
const PLANS = {
  Post: POST,
  ArticleRevision: REVISION,
  ApiKey: API_KEY,
  Webhook: WEBHOOK,
  WebhookDelivery: WEBHOOK_DELIVERY,
  OAuthClient: OAUTH_CLIENT,
  AuditEntry: AUDIT_ENTRY,
}

export type Plans = Readonly<Record<string, TypePlan>>

/** The plans of all object types of a model. */
export const createPlans = (model: ContentModel): Plans => {
  const declared = Object.fromEntries(model.types.map((type) => [type.name, planRecord(model, type)]))
  const article = { ...ARTICLE, fields: { ...declared['Article']?.fields, ...ARTICLE.fields } }
  const user = { ...USER, fields: { ...declared['User']?.fields, ...USER.fields } }
  // A plan names attributes of its collection; the type of the result does not keep the collection.
  return { ...PLANS, ...declared, User: user, Article: article } as unknown as Plans
}

const PLANS_KEY = Symbol('plans')

/** Attaches the plans of a model to its schema; the reads of its fields follow them. */
export const attachPlans = (schema: GraphQLSchema, plans: Plans): void =>
  void Object.assign(schema, { extensions: { ...schema.extensions, [PLANS_KEY]: plans } })

export const getPlans = ({ schema }: Pick<GraphQLResolveInfo, 'schema'>): Plans =>
  schema.extensions[PLANS_KEY] as Plans

/** The collection of the records that an object type shows. */
export const findCollection = (type: string, info: GraphQLResolveInfo): Collection => {
  const plan = getPlans(info)[type]
  if (plan === undefined) throw new Error(`there is no plan for ${type}`)
  return plan.from
}

/** The selection of a root field on the type of its answer. */
export const readSelection = (type: string, info: GraphQLResolveInfo) =>
  createSelection(getPlans(info), type, info.fieldNodes, info)

/** The selections of root fields that select the same for all variables, by type and path. */
const fixedSelections = new WeakMap<readonly FieldNode[], Map<string, Selection>>()

/** Notes that nodes select the same for all variables, so that their selections are created once. */
export const fixSelections = (nodes: readonly FieldNode[]): void => void fixedSelections.set(nodes, new Map())

/** `readSelection` for a type below the root field, such as the nodes of a connection. */
export const readSelectionAt = (
  type: string,
  path: readonly string[],
  info: GraphQLResolveInfo,
): Selection => {
  const fixed = fixedSelections.get(info.fieldNodes)
  const key = `${type} ${path.join('.')}`
  const known = fixed?.get(key)
  if (known) return known
  const nodes = findNodes(path, getNamedType(info.returnType), info.fieldNodes, info)
  const selection = createSelection(getPlans(info), type, nodes, info)
  fixed?.set(key, selection)
  return selection
}
