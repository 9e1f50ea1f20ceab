import type { Settings } from './settings/read-settings.ts'

/**
 * C1: the port that AUTH_URL wants listened on. Null behind a proxy: TLS ends there, and where the address names no
 * port of its own, the proxy has it and sends what it gets to PORT, which serves OAuth as well.
 */
export const findAuthPort = ({ authUrl, port }: Pick<Settings, 'authUrl' | 'port'>): number | null => {
  if (authUrl === undefined) return null
  const { protocol, port: named } = new URL(authUrl)
  return protocol === 'http:' && named !== '' && Number(named) !== port ? Number(named) : null
}
