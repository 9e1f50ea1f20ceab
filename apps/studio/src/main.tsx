import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { dropOldDrafts } from './drafts/drafts.ts'
import { Outage } from './shell/outage.tsx'
import { Start } from './shell/start.tsx'
import './theme/show-theme.ts'
import './theme/tokens.css'
import './theme/studio.css'
import './theme/people.css'

// The client repeats what can be repeated, and nobody else. What fails without a connection fails at once, so that the page can say
// so: `useResend` sends it again.
const ALWAYS = { networkMode: 'always', retry: false } as const
const queries = new QueryClient({ defaultOptions: { queries: ALWAYS, mutations: ALWAYS } })

const place = document.getElementById('studio')
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Start />
        <Outage />
      </QueryClientProvider>
    </StrictMode>,
  )

void dropOldDrafts()
