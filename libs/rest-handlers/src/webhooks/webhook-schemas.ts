import { type ContentModel } from '@content-service/domain'
import { perModel } from '@content-service/domain/internal/model'
import { Type } from 'typebox'
import { createBody, createPatch } from '../requests/body.ts'
import {
  idSchema,
  objectSchema,
  textSchema,
  timestampSchema,
  versionNumber,
  wordSchema,
} from '../schemas/schema-terms.ts'

const url = textSchema(2048, 'An http or https URL that accepts POST requests.', {
  minLength: 1,
  format: 'uri',
  examples: ['https://events.example/in'],
})
const createEventsSchema = ({ eventNames }: ContentModel) =>
  Type.Array(wordSchema(eventNames, 'The type of an event.'), {
    minItems: 1,
    maxItems: eventNames.length,
    description:
      'The types of events to send. The service sends only events that the owner of the webhook may read.',
    examples: [['user.created', 'user.deleted']],
  })
const enabled = Type.Boolean({ description: 'Whether the service sends events to this webhook.' })

const createMembers = (model: ContentModel) => ({
  id: idSchema('the webhook'),
  url,
  events: createEventsSchema(model),
  enabled,
  createdAt: timestampSchema('The time of creation.'),
  version: versionNumber,
})

const secret = textSchema(
  64,
  'The secret with which you check the signatures of the messages (Standard Webhooks). Store it now: no later response shows it.',
  { pattern: '^whsec_[A-Za-z0-9+/=]+$' },
)

const SHOWN = {
  title: 'Webhook',
  description: 'A URL to which the service sends events. This object does not contain the secret.',
}
const CREATED = { title: 'CreatedWebhook', description: 'A webhook, with its secret.' }
const NEW = {
  title: 'NewWebhook',
  description: 'A URL, and the types of events that the service sends to it.',
}
const PATCH = {
  title: 'WebhookPatch',
  description: 'Members that you leave out keep their values.',
  examples: [{ enabled: false }],
}

/** C11.1: the JSON Schemas of webhooks, which name the events of the model. */
export const webhookSchemas = perModel((model) => {
  const members = createMembers(model)
  const { events } = members
  return {
    shown: objectSchema(SHOWN, members),
    created: objectSchema(CREATED, { ...members, secret }),
    newBody: createBody(NEW, { url, events }),
    patchBody: createPatch(PATCH, { url, events, enabled }),
  }
})
