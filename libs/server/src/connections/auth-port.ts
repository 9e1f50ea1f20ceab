import type { Settings } from '../settings/read-settings.ts'

/**
 * C1: the port of AUTH_URL; null behind a proxy. With https, TLS ends at the proxy, and for an address without a port,
 * the proxy listens there. In both cases the proxy sends the requests to PORT, which also serves OAuth.
 */
export const findAuthPort = ({ authUrl, port }: Pick<Settings, 'authUrl' | 'port'>): number | null => {
  if (authUrl === undefined) return null
  const { protocol, port: named } = new URL(authUrl)
  return protocol === 'http:' && named !== '' && Number(named) !== port ? Number(named) : null
}
