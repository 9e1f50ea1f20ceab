import { builtInModel } from '@content-service/domain'
import { Type } from 'typebox'
import { bodyType, patchType } from '../body.ts'
import { closed, idOf, textUpTo, timestampOf, versionNumber, wordOf } from '../schema-terms.ts'

const url = textUpTo(2048, 'An http or https address that accepts POST requests.', {
  minLength: 1,
  format: 'uri',
  examples: ['https://events.example/in'],
})
const events = Type.Array(wordOf(builtInModel.eventNames, 'The type of an event.'), {
  minItems: 1,
  maxItems: builtInModel.eventNames.length,
  description:
    'The types of events to send. The service sends only events that the owner of the webhook may read.',
  examples: [['article.published', 'comment.created']],
})
const enabled = Type.Boolean({ description: 'Whether the service sends events to this webhook.' })

const shown = {
  id: idOf('the webhook'),
  url,
  events,
  enabled,
  createdAt: timestampOf('The time of creation.'),
  version: versionNumber,
}

export const webhookSchema = Type.Object(shown, {
  ...closed,
  title: 'Webhook',
  description: 'An address to which the service sends events. This object does not contain the secret.',
})

export const createdWebhookSchema = Type.Object(
  {
    ...shown,
    secret: textUpTo(
      64,
      'The secret with which you check the signatures of the messages (Standard Webhooks). Store it now: no later response shows it.',
      {
        pattern: '^whsec_[A-Za-z0-9+/=]+$',
      },
    ),
  },
  { ...closed, title: 'CreatedWebhook', description: 'A webhook, with its secret.' },
)

/** C11.1. */
export const newWebhookBody = bodyType(
  Type.Object(
    { url, events },
    {
      ...closed,
      title: 'NewWebhook',
      description: 'An address, and the types of events that the service sends to it.',
    },
  ),
)

export const patchedWebhookBody = patchType(
  Type.Object(
    { url: Type.Optional(url), events: Type.Optional(events), enabled: Type.Optional(enabled) },
    {
      ...closed,
      title: 'WebhookPatch',
      description: 'Members that you leave out keep their values.',
      examples: [{ enabled: false }],
    },
  ),
)
