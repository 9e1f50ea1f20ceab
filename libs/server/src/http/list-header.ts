import type { IncomingMessage } from 'node:http'

/** The values of all headers with the name, which is in lower case. `headersDistinct` would collect all headers. */
export const listHeader = ({ rawHeaders }: IncomingMessage, name: string): readonly string[] => {
  const values: string[] = []
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const given = rawHeaders[place] as string
    if (given.length === name.length && given.toLowerCase() === name)
      values.push(rawHeaders[place + 1] as string)
  }
  return values
}
