import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { dropOldDrafts } from './drafts/drafts.ts'
import { messages } from './language/language.ts'
import { getToken, SignedOut, writeSignInAddress } from './session/session.ts'
import { router } from './shell/router.tsx'
import { MODEL_QUERY } from './shell/use-model.ts'
import './theme/show-theme.ts'
import './theme/tokens.css'
import './theme/studio.css'
import './theme/people.css'

// A request without a connection fails at once, so that the page can say so. `useResend` sends it again.
const ALWAYS = { networkMode: 'always', retry: false } as const
const queries = new QueryClient({ defaultOptions: { queries: ALWAYS, mutations: ALWAYS } })

/** Whoever is signed out sees the page that signs people in. */
const start = async (): Promise<void> => {
  try {
    await getToken()
  } catch (error) {
    if (error instanceof SignedOut) return location.replace(writeSignInAddress())
  }
  const place = document.getElementById('studio')
  if (place === null) return
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Suspense fallback={<p role="status">{messages.loading}</p>}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </StrictMode>,
  )
}

void queries.prefetchQuery(MODEL_QUERY)
void dropOldDrafts()
void start()
