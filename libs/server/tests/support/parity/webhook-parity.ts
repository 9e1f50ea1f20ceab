import { pick, type BothStyles, type Parity } from './both-styles.ts'

const WEBHOOK = { url: 'https://events.example/in', events: ['article.published', 'user.deleted'] }
const MEMBERS = ['url', 'events', 'enabled']
const CREATE = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }'

const DELIVERIES = 'query ($id: ID!) { webhookDeliveries(id: $id) { edges { node { type } } } }'

interface Typed {
  readonly type: string
}
const listTypes = (deliveries: readonly Typed[]): readonly string[] => deliveries.map(({ type }) => type)

export const webhookParity = ({ rest, graphql, send, mutate, put, create, isThere }: BothStyles) => {
  const webhook = () => create('/api/webhooks', WEBHOOK)
  const findListed = async (id: string) => {
    const { webhooks } = await graphql(`{ webhooks { id version ${MEMBERS.join(' ')} } }`)
    return webhooks.find((each: { readonly id: string }) => each.id === id)
  }
  const shown = {
    inRest: async (id: string) => pick(await rest('GET', `/api/webhooks/${id}`), MEMBERS),
    inGraphql: async (id: string) => pick(await findListed(id), MEMBERS),
  }
  return {
    createWebhook: {
      prepare: async () => '',
      byRest: webhook,
      byGraphql: async () => (await graphql(CREATE, { input: WEBHOOK })).createWebhook.webhook.id,
      ...shown,
      expected: { ...WEBHOOK, enabled: true },
    },
    updateWebhook: {
      prepare: webhook,
      byRest: (id) => send('PATCH', `/api/webhooks/${id}`, id, { enabled: false }),
      byGraphql: (id) => put('updateWebhook', { id, enabled: false }),
      ...shown,
      expected: { ...WEBHOOK, enabled: false },
    },
    rotateWebhookSecret: {
      prepare: webhook,
      byRest: (id) => send('POST', `/api/webhooks/${id}/secret`, id),
      byGraphql: (id) => mutate('rotateWebhookSecret', id, '{ secret }'),
      inRest: async (id) => (await rest('GET', `/api/webhooks/${id}`)).version,
      inGraphql: async (id) => (await findListed(id)).version,
      expected: 2,
    },
    testWebhook: {
      prepare: webhook,
      byRest: (id) => send('POST', `/api/webhooks/${id}/test`, id),
      byGraphql: (id) => mutate('testWebhook', id, '{ id }'),
      inRest: async (id) => listTypes(await rest('GET', `/api/webhooks/${id}/deliveries`)),
      inGraphql: async (id) => {
        const { webhookDeliveries } = await graphql(DELIVERIES, { id })
        return listTypes(webhookDeliveries.edges.map(({ node }: { readonly node: Typed }) => node))
      },
      expected: ['webhook.test'],
    },
    deleteWebhook: {
      prepare: webhook,
      byRest: (id) => send('DELETE', `/api/webhooks/${id}`, id),
      byGraphql: (id) => mutate('deleteWebhook', id),
      inRest: (id) => isThere(`/api/webhooks/${id}`),
      inGraphql: async (id) => (await findListed(id)) !== undefined,
      expected: false,
    },
  } satisfies Readonly<Record<string, Parity>>
}
