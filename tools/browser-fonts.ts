import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.cache', 'fonts')
const roboto = join(root, 'node_modules', '@expo-google-fonts', 'roboto')

/** A browser without a desktop around it asks for the second when a page asks for the first. */
const generics = ['system-ui', 'sans-serif']

const preferRoboto = (family: string): string => `  <match target="pattern">
    <test name="family"><string>${family}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit>
  </match>`

/**
 * The letters of the borrower's phone for a browser of the tests: Android's own font is Roboto, and what a Linux desk has
 * instead is up to a fifth wider. Widths and pictures are judged by what she sees; the product itself ships no font.
 * Read by fontconfig, so it holds on Linux alone; elsewhere the browser shows the system's own.
 */
export const phoneFonts = (): { [name: string]: string | undefined } => {
  const file = join(folder, 'fonts.conf')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${['400Regular', '500Medium', '700Bold'].map((weight) => `  <dir>${join(roboto, weight)}</dir>`).join('\n')}
  <cachedir>${folder}</cachedir>
${generics.map(preferRoboto).join('\n')}
</fontconfig>
`,
  )
  return { ...process.env, FONTCONFIG_FILE: file }
}
