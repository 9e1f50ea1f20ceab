import {
  createBuiltInSessions,
  createSealer,
  deriveKey,
  OAUTH_PATHS,
  type BuiltInSessions,
  type OAuthServices,
  type Sealer,
} from '@content-service/identity'
import type { Foundation } from './foundation.ts'

/** The paths of the studio that the service answers itself. The page has all other paths below the first. */
export const STUDIO_PATHS = {
  page: '/studio',
  signIn: '/studio/sign-in',
  signedIn: '/studio/signed-in',
  token: '/studio/token',
  signOut: '/studio/sign-out',
} as const

/** C20.1, C20.2: the studio of a service. */
export interface Studio {
  /** The folder of the built files. */
  readonly folder: string
  /** The address at which the studio is, and at no other: its cookies and its redirect URI belong to this host. */
  readonly baseUrl: string
  /** The server of the authorization page, which can have another origin (AUTH_URL). */
  readonly issuer: string
  readonly authorizeUrl: string
  readonly clientId: string
  readonly redirectUri: string
  readonly sessions: BuiltInSessions
  /** Encrypts a sign-in that has begun, for the cookie of its browser. */
  readonly sealer: Sealer
  readonly now: () => Date
}

/** Null without the studio. */
export const composeStudio = (
  { studioFolder, baseUrl, issuer, secret, now }: Foundation,
  services: OAuthServices,
): Studio | null => {
  const { builtIn } = services
  if (studioFolder === null || builtIn === null) return null
  return {
    folder: studioFolder,
    baseUrl,
    issuer,
    authorizeUrl: issuer + OAUTH_PATHS.authorize,
    clientId: builtIn.id,
    redirectUri: baseUrl + STUDIO_PATHS.signedIn,
    sessions: createBuiltInSessions(services, builtIn),
    sealer: createSealer([deriveKey(secret, 'studio sign-ins')]),
    now,
  }
}
