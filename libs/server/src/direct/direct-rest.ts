import { toRestRequest } from '@content-service/rest-handlers/express'
import type { RestInterface } from '../rest-interface.ts'
import type { DirectInterface } from './direct-interface.ts'

const findPath = (url: string): string => url.split('?', 1)[0] ?? ''

/** Reads of records and lists. Express answers writes, pages, and a request before the interface is loaded. */
export const createDirectRest = ({ load, findTemplate }: RestInterface): DirectInterface => ({
  accepts: ({ method, url = '', headers }) =>
    method === 'GET' &&
    url.startsWith('/api/') &&
    // C7.1: express refuses a token in an address.
    !url.includes('access_token') &&
    headers['content-length'] === undefined &&
    findTemplate(findPath(url)) !== null,
  answer: async ({ request: { method = 'GET', url = '', headers }, body, requestId, context }) => {
    const { answer } = await load()
    const asked = toRestRequest({ method, originalUrl: url, headers }, requestId, body)
    const { status, headers: shown, body: text } = await answer(asked, context)
    return { status, headers: shown, ...(text !== '' && { body: text }) }
  },
})
