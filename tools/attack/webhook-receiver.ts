import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Account, AttackedService } from './attacked-service.ts'

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly url: string
  /** When each document came in, in milliseconds; the newest last. */
  readonly received: readonly { readonly at: number; readonly body: string }[]
  stop(): void
}

/** Starts a receiver that responds after `delayMs`. */
export const startReceiver = async (delayMs = 0): Promise<Receiver> => {
  const received: { at: number; body: string }[] = []
  const server = createServer((request, response) => {
    const at = Date.now()
    void text(request).then((body) => received.push({ at, body }))
    setTimeout(() => response.end(), delayMs)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, stop }
}

/** Creates a webhook of the account. @throws if the service refuses it. */
export const addWebhook = async (
  service: AttackedService,
  account: Account,
  input: { readonly url: string; readonly events: readonly string[] },
): Promise<void> => {
  const response = await service.query(
    account,
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename } }',
    { input },
  )
  const body = await response.text()
  if (body.includes('"errors"')) throw new Error(`The webhook was refused: ${body}`)
}
