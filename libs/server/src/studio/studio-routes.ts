import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import type { Studio } from '../composition/compose-studio.ts'
import { keepOnOwnHost } from './own-host.ts'
import { endStudioSession, issueStudioToken } from './session-routes.ts'
import { beginStudioSignIn, endStudioSignIn } from './sign-in-route.ts'
import { sendStudioAsset, showStudio } from './studio-files.ts'

/** The pages and endpoints of the studio in the table of routes. */
export type StudioPage =
  'studio' | 'studio asset' | 'studio sign-in' | 'studio signed-in' | 'studio token' | 'studio sign-out'

/** C20.1, C20.2. The POSTs need no redirect to the host of BASE_URL: they refuse every other origin. */
export const studioPages = (
  service: Service,
  studio: Studio,
): Readonly<Record<StudioPage, RequestHandler>> => {
  const atOwnHost = keepOnOwnHost(service, studio)
  return {
    studio: atOwnHost(showStudio(service, studio)),
    'studio asset': atOwnHost(sendStudioAsset(studio)),
    'studio sign-in': atOwnHost(beginStudioSignIn(service, studio)),
    'studio signed-in': atOwnHost(endStudioSignIn(service, studio)),
    'studio token': issueStudioToken(service, studio),
    'studio sign-out': endStudioSession(service, studio),
  }
}
