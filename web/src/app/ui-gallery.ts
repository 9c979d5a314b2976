// The page /ui of `npm run dev`: every part of the interface in each of its states.
import '@hola/ui/gallery/gallery-main.tsx'
