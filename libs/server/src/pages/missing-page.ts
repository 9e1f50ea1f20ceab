import { renderPage, type OAuthResponse } from '@content-service/identity'
import { listLink, listPlaces } from './service-links.ts'

/**
 * Tells a person who opened a wrong URL where the service has its interfaces and guides. The origin is empty if the page is
 * at the origin of these places.
 */
export const missingPage = (
  service: Parameters<typeof listPlaces>[0],
  { origin }: { readonly origin: string },
): OAuthResponse =>
  renderPage({
    title: 'There is no such page',
    layout: 'document',
    body: `<p>Nothing exists at this URL. You find the service here:</p>
<ul>
${listPlaces(service)
  .map((place) => listLink({ ...place, path: origin + place.path }))
  .join('\n')}
</ul>`,
    status: 404,
  })
