import { EVENT_NAMES } from '@content-service/domain'
import { Type } from 'typebox'
import { bodyType, patchType } from '../body.ts'
import { closed, idOf, textUpTo, timestampOf, versionNumber, wordOf } from '../schema-terms.ts'

const url = textUpTo(2048, 'An http or https address that takes POST.', {
  minLength: 1,
  format: 'uri',
  examples: ['https://events.example/in'],
})
const events = Type.Array(wordOf(EVENT_NAMES, 'What happened.'), {
  minItems: 1,
  maxItems: EVENT_NAMES.length,
  description: 'What is to be sent, as far as the owner may read it.',
  examples: [['article.published', 'comment.created']],
})
const enabled = Type.Boolean({ description: 'Nothing is sent to one that is not.' })

const shown = {
  id: idOf('the webhook'),
  url,
  events,
  enabled,
  createdAt: timestampOf('When it was made.'),
  version: versionNumber,
}

export const webhookSchema = Type.Object(shown, {
  ...closed,
  title: 'Webhook',
  description: 'Where events are sent. Never with the secret.',
})

export const createdWebhookSchema = Type.Object(
  {
    ...shown,
    secret: textUpTo(64, 'Checks the signatures of what is sent (Standard Webhooks). Shown this once.', {
      pattern: '^whsec_[A-Za-z0-9+/=]+$',
    }),
  },
  { ...closed, title: 'CreatedWebhook', description: 'A new webhook, with its secret.' },
)

/** C11.1. */
export const newWebhookBody = bodyType(
  Type.Object(
    { url, events },
    { ...closed, title: 'NewWebhook', description: 'An address, and what is to be sent there.' },
  ),
)

export const patchedWebhookBody = patchType(
  Type.Object(
    { url: Type.Optional(url), events: Type.Optional(events), enabled: Type.Optional(enabled) },
    {
      ...closed,
      title: 'WebhookPatch',
      description: 'What is absent stays as it is.',
      examples: [{ enabled: false }],
    },
  ),
)
