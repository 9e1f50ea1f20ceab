import type { ContentModel } from '@content-service/domain'
import { API_KEY } from '../api-keys/api-key-plan.ts'
import { ARTICLE, POST } from '../articles/article-plan.ts'
import { AUDIT_ENTRY } from '../audit/audit-plan.ts'
import { OAUTH_CLIENT } from '../clients/client-plan.ts'
import { HANDLER_DEAD_LETTER } from '../handlers/handler-plan.ts'
import { planPartTypes } from '../records/present-parts.ts'
import { planRecord } from '../records/record-plan.ts'
import { planKeptFields, planKeptTypes } from '../records/kept-plan.ts'
import { USER } from '../users/user-plan.ts'
import { WEBHOOK, WEBHOOK_DELIVERY } from '../webhooks/webhook-plan.ts'
import type { Plans } from '../reading/plans.ts'

/** Every object type that is read from a collection, without the declared types. */
const PLANS = {
  Post: POST,
  ApiKey: API_KEY,
  Webhook: WEBHOOK,
  WebhookDelivery: WEBHOOK_DELIVERY,
  HandlerDeadLetter: HANDLER_DEAD_LETTER,
  OAuthClient: OAUTH_CLIENT,
  AuditEntry: AUDIT_ENTRY,
}

/** The plans of all object types of a model. */
export const createPlans = (model: ContentModel): Plans => {
  const parts = Object.assign({}, ...model.types.map(planPartTypes)) as Plans
  const declared = Object.fromEntries(
    model.types.map((type) => {
      const plan = planRecord(model, type)
      return [type.name, { ...plan, fields: { ...plan.fields, ...planKeptFields(type) } }]
    }),
  )
  const article = { ...ARTICLE, fields: { ...declared['Article']?.fields, ...ARTICLE.fields } }
  const user = { ...USER, fields: { ...declared['User']?.fields, ...USER.fields } }
  // A plan names attributes of its collection; the type of the result does not keep the collection.
  return {
    ...PLANS,
    ...parts,
    ...planKeptTypes(model),
    ...declared,
    User: user,
    Article: article,
  } as unknown as Plans
}
