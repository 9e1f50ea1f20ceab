import { REFRESH_SECONDS } from '@content-service/identity'
import { STUDIO_PATHS, type Studio } from '../composition/compose-studio.ts'
import type { Exchange } from '../http/exchange.ts'
import { readCookie, removeCookie, writeCookie, type Cookie } from './cookies.ts'

/** The refresh token of the browser. Strict: no request that another site causes carries it. */
const SESSION: Cookie = {
  name: 'studio-session',
  path: STUDIO_PATHS.page,
  sameSite: 'Strict',
  maxAgeSeconds: REFRESH_SECONDS,
}

const REFRESH_TOKEN = /^[\w-]{43}$/

export const readRefreshToken = (exchange: Exchange, studio: Studio): string | null => {
  const value = readCookie(exchange, SESSION, studio)
  return value !== null && REFRESH_TOKEN.test(value) ? value : null
}

export const keepSession = (refreshToken: string, studio: Studio): string =>
  writeCookie(SESSION, refreshToken, studio)

export const forgetSession = (studio: Studio): string => removeCookie(SESSION, studio)
