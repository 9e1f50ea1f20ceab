import { toRestRequest } from '@content-service/rest-handlers/express'
import type { Service } from '../compose.ts'
import { refuseRest } from '../sending/no-room.ts'
import { toContent } from '../sending/send-answer.ts'
import type { DirectInterface } from './direct-interface.ts'

const findPath = (url: string): string => url.split('?', 1)[0] ?? ''

/** Reads of records and lists. Express answers writes, pages, and a request before the interface is loaded. */
export const createDirectRest = (service: Service): DirectInterface => ({
  accepts: ({ method, url = '', headers }) =>
    method === 'GET' &&
    url.startsWith('/api/') &&
    // C7.1: express refuses a token in an address.
    !url.includes('access_token') &&
    headers['content-length'] === undefined &&
    service.rest.findTemplate(findPath(url)) !== null,
  answer: async ({ request: { method = 'GET', url = '', headers }, body, requestId, context }) => {
    const { answer } = await service.rest.load()
    const asked = toRestRequest({ method, originalUrl: url, headers }, requestId, body)
    return toContent(await answer(asked, context))
  },
  refuse: ({ request: { method }, requestId }, answered) =>
    refuseRest(service, { method, requestId }, answered),
})
