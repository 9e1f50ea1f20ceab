/** What a fake service does with a request: a response, or an error of the network. */
export type Reply = Response | Error

export interface FakeFetch {
  readonly fetch: typeof globalThis.fetch
  /** The requests that arrived, oldest first. */
  readonly requests: Request[]
}

/** A `fetch` that answers with the replies in order, and with the last one from then on. */
export const createFakeFetch = (...replies: (Reply | (() => Reply))[]): FakeFetch => {
  const requests: Request[] = []
  return {
    requests,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      request.signal.throwIfAborted()
      const next = replies[Math.min(requests.length, replies.length) - 1]
      // A body can be read once.
      const reply = typeof next === 'function' ? next() : next instanceof Response ? next.clone() : next
      if (reply instanceof Response) return reply
      throw reply
    },
  }
}

/** A refusal as the REST interface sends it. */
export const refusal = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Response => Response.json({ code, detail: `It is ${code}.`, errors: [] }, { status, headers })
