import type { RequestListener } from 'node:http'

/** Tells the client to send the request again. */
export const tellToComeBack: RequestListener = (_request, response) =>
  void response.writeHead(503, { 'retry-after': '1', connection: 'close' }).end()

type Load = () => Promise<RequestListener>

/**
 * Loads a listener with its first request. Requests that arrive meanwhile wait, and are served in the order of their
 * arrival. If the listener cannot be loaded, they get 503, and the next request loads it again.
 */
export const serveLater = (load: Load, report: (error: unknown) => void): RequestListener => {
  let listener: RequestListener | undefined
  let loading: Promise<RequestListener> | undefined
  const start = async (): Promise<RequestListener> => {
    try {
      return (listener = await load())
    } catch (error) {
      loading = undefined
      report(error)
      return tellToComeBack
    }
  }
  return (request, response) => {
    if (listener) return listener(request, response)
    loading ??= start()
    void loading.then((serve) => serve(request, response))
  }
}
