import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import { expect, it } from 'vitest'
import { listHeaders, SECURITY_HEADERS } from './headers.ts'

it('every response has the headers that helmet sets', () => {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({ strictTransportSecurity: false })(request, response, () => undefined)
  expect(SECURITY_HEADERS).toEqual({ ...response.getHeaders() })
})

it('the headers of a response win over common headers, and the values of Vary are joined', () => {
  const common = { etag: '"a"', vary: 'Accept' }
  expect(listHeaders(common, { etag: '"b"', vary: 'Accept-Encoding' }, 'Origin')).toEqual([
    ...['etag', '"b"'],
    ...['vary', 'Accept, Origin, Accept-Encoding'],
  ])
  expect(listHeaders({}, { age: '1' })).toEqual(['age', '1'])
})
