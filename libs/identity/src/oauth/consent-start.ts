import type { User } from '@content-service/domain'
import { SIGNED_IN_SECONDS } from './browser.ts'
import { addSeconds, type OAuthServer } from './oauth-server.ts'

/**
 * The earliest consent of a user that still counts: consent ends with the sessions of the user (C3.6), and after the time of
 * a sign-in on the pages.
 */
export const findConsentStart = ({ tokensValidFrom }: User, { now }: Pick<OAuthServer, 'now'>): Date => {
  const earliest = addSeconds(now(), -SIGNED_IN_SECONDS)
  return tokensValidFrom > earliest ? tokensValidFrom : earliest
}
