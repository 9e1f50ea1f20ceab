import type { AccessDenied } from '@content-service/authz'
import { applyAuth } from '@content-service/authz/graphql'
import {
  builtInModel,
  ContentError,
  type Caller,
  type ContentModel,
  type Context,
} from '@content-service/domain'
import { perModel } from '@content-service/domain/internal/model'
import { credentialRequired, type ContentPolicy } from '@content-service/domain/internal/access'
import { buildASTSchema, isObjectType, print, type GraphQLObjectType, type GraphQLSchema } from 'graphql'
import { explanationQueries } from '../explanation/explanation-resolvers.ts'
import { toolModelQueries } from '../tool-model/tool-model-resolvers.ts'
import { bulkMutations } from '../actions/bulk-resolver.ts'
import { articleQueries } from '../articles/article-resolvers.ts'
import { createContract } from '../contract/contract.ts'
import { removeHidden } from '../contract/hidden.ts'
import { attachListLimits } from '../requests/limits/list-limits.ts'
import { createSubscriptions } from '../live/subscription-resolvers.ts'
import { createUniqueFields } from '../records/unique-fields.ts'
import { createOperationResolvers } from '../operations/operation-resolvers.ts'
import { isRelation, type FieldPlan } from '../reading/plan.ts'
import { attachPlans } from '../reading/plans.ts'
import { createPlans } from './create-plans.ts'
import { attachConnectionFields } from '../lists/connection-fields.ts'
import { auditRootFields, createFieldResolver, resolveRelation } from './audited-fields.ts'
import { SCALARS } from '../contract/scalars.ts'
import { searchQueries } from '../search/search-resolvers.ts'
import { profileMutations, userMutations, userQueries } from '../users/user-resolvers.ts'

/** The contract of a model: every type, field, argument and default, with the directives applied to them. */
export const writeContract = (model: ContentModel): string => print(createContract(model))

/** The contract in the form that the service serves. */
const getDocument = perModel((model) => removeHidden(createContract(model)))

/** The text of the contract in the form that the service serves. */
export const writeTypeDefs = perModel((model) => print(getDocument(model)))

const QUERIES = {
  ...userQueries,
  ...articleQueries,
  ...searchQueries,
  ...explanationQueries,
  ...toolModelQueries,
}
const MUTATIONS = { ...profileMutations, ...userMutations, ...bulkMutations }

/** @throws Error if a root field has no resolver. */
const attachRoot = (type: GraphQLObjectType, resolvers: object): void => {
  for (const field of Object.values(type.getFields())) {
    const resolve: unknown = (resolvers as Readonly<Record<string, unknown>>)[field.name]
    if (resolve === undefined) throw new Error(`${type.name}.${field.name} has no resolver`)
    Object.assign(field, typeof resolve === 'function' ? { resolve } : resolve)
  }
}

/** Relations are read already, under the name that the client gave them; leaves show the values of their columns. */
const attachPlan = (type: GraphQLObjectType, fields: Readonly<Record<string, FieldPlan>>): void => {
  for (const field of Object.values(type.getFields())) {
    const plan = fields[field.name]
    if (plan === undefined) throw new Error(`${type.name}.${field.name} has no plan`)
    if (isRelation(plan)) field.resolve = resolveRelation
    else if (plan.show) field.resolve = createFieldResolver(plan.show)
  }
}

/** C7.5: a client that calls on its own behalf has no roles of users; the domain decides by its scopes. */
const getCaller = (context: unknown): Caller => {
  const { caller } = context as Context
  return caller.client === undefined ? caller : { ...caller, roles: ['READER'] }
}

const toRefusal = ({ code, permission }: AccessDenied): ContentError =>
  code === 'UNAUTHENTICATED' ? credentialRequired() : new ContentError(code, `You need the ${permission}.`)

export interface SchemaParts {
  readonly policy?: ContentPolicy
  readonly model?: ContentModel
}

const attachResolvers = (schema: GraphQLSchema, model: ContentModel): void => {
  for (const [name, behaviour] of Object.entries(SCALARS))
    Object.assign(schema.getType(name) as object, behaviour)
  const operations = createOperationResolvers(model)
  attachRoot(schema.getQueryType() as GraphQLObjectType, {
    ...operations,
    ...createUniqueFields(model),
    ...QUERIES,
  })
  attachRoot(schema.getMutationType() as GraphQLObjectType, { ...operations, ...MUTATIONS })
  const subscription = schema.getSubscriptionType()
  if (subscription) attachRoot(subscription, createSubscriptions(model))
}

/** The executable schema of a model under a policy, whose resolvers expect the domain's Context. */
export const createSchema = ({
  model = builtInModel,
  policy = model.policy,
}: SchemaParts = {}): GraphQLSchema => {
  // `contentModel` refuses what could make a wrong contract, and tests validate the contracts of many models: to validate
  // that of 50 types takes 60 ms.
  const schema = buildASTSchema(getDocument(model), { assumeValid: true })
  const plans = createPlans(model)
  attachResolvers(schema, model)
  attachListLimits(schema, model)
  attachPlans(schema, plans)
  attachConnectionFields(schema)
  for (const [name, plan] of Object.entries(plans)) {
    const type = schema.getType(name)
    // A model has plans of types that it leaves out, and no field leads to them (C15.23).
    if (isObjectType(type)) attachPlan(type, plan.fields)
  }
  // C5.10: checks at least the role before it resolves the field. The domain checks the permissions and scopes.
  applyAuth(schema, policy, { subject: getCaller, error: toRefusal, requires: 'role' })
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    if (type) auditRootFields(type, model, plans)
  return schema
}
