import type { User } from '@content-service/domain'
import { SIGNED_IN_SECONDS } from './browser.ts'
import { addSeconds, type OAuthServer } from './oauth-server.ts'

/**
 * From when on what a user agreed to counts: it ends with the sessions of the user (C3.6), and lasts no longer than a
 * sign-in on the pages.
 */
export const findConsentStart = ({ tokensValidFrom }: User, { now }: Pick<OAuthServer, 'now'>): Date => {
  const earliest = addSeconds(now(), -SIGNED_IN_SECONDS)
  return tokensValidFrom > earliest ? tokensValidFrom : earliest
}
