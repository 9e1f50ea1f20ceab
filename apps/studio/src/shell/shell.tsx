import { Link, Outlet } from '@tanstack/react-router'
import { Palette } from '../palette/palette.tsx'
import { Navigation } from './navigation.tsx'
import { Person } from './person.tsx'
import { useAppearance } from './use-appearance.ts'
import { useModel } from './use-model.ts'

/** The frame of all pages. */
export const Shell = () => {
  const { name, types } = useModel()
  useAppearance()
  return (
    <div className="shell">
      <header>
        <Link to="/" className="brand">
          {name}
        </Link>
        <Palette />
        <Person />
      </header>
      <Navigation types={types} />
      <main>
        <Outlet />
      </main>
    </div>
  )
}
