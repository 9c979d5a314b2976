import { join } from 'node:path'
import type { Artifact } from './fetch.ts'

// Android's own framework on the JVM: Robolectric 4.14.1 with what it needs to run, and the frameworks of the Androids
// on which the host is tested. About 760 MB in the user's cache, pinned one by one.

const library = (
  group: string,
  name: string,
  version: string,
  sha256: string,
  bytes: number,
  type?: 'aar',
): Artifact => ({
  file: `robolectric/${name}-${version}.${type ?? 'jar'}`,
  group,
  name,
  version,
  sha256,
  bytes,
  ...(type && { type }),
})

const libraries: readonly Artifact[] = [
  library(
    'org.robolectric',
    'annotations',
    '4.14.1',
    '463a5ad1386c31010bc9af00bfe19a1b758d8c2dedd8c19e5c75d29ab8abb9ba',
    51_131,
  ),
  library('org.ow2.asm', 'asm', '9.7.1', '8cadd43ac5eb6d09de05faecca38b917a040bb9139c7edeb4cc81c740b713281', 126_093),
  library(
    'org.ow2.asm',
    'asm-analysis',
    '9.7.1',
    '85b29371884ba31bb76edf22323c2c24e172c3267a67152eba3d1ccc2e041ef2',
    35_126,
  ),
  library(
    'org.ow2.asm',
    'asm-commons',
    '9.7.1',
    '9a579b54d292ad9be171d4313fd4739c635592c2b5ac3a459bbd1049cddec6a0',
    73_459,
  ),
  library(
    'org.ow2.asm',
    'asm-tree',
    '9.7.1',
    '9929881f59eb6b840e86d54570c77b59ce721d104e6dfd7a40978991c2d3b41f',
    51_939,
  ),
  library(
    'org.ow2.asm',
    'asm-util',
    '9.7.1',
    'f885be71b5c90556f5f1ad1c4f9276b29b96057c497d46666fe4ddbec3cb43c6',
    94_519,
  ),
  library(
    'org.bouncycastle',
    'bcprov-jdk18on',
    '1.78.1',
    'add5915e6acfc6ab5836e1fd8a5e21c6488536a8c1f21f386eeb3bf280b702d7',
    8_324_412,
  ),
  library(
    'org.conscrypt',
    'conscrypt-openjdk-uber',
    '2.5.2',
    'eaf537d98e033d0f0451cd1b8cc74e02d7b55ec882da63c88060d806ba89c348',
    4_534_256,
  ),
  library(
    'com.google.guava',
    'failureaccess',
    '1.0.2',
    '8a8f81cf9b359e3f6dfa691a1e776985c061ef2f223c9b2c80753e1b458e8064',
    4_740,
  ),
  library(
    'com.google.guava',
    'guava',
    '33.3.1-jre',
    '4bf0e2c5af8e4525c96e8fde17a4f7307f97f8478f11c4c8e35a0e3298ae4e90',
    3_079_289,
  ),
  library(
    'org.hamcrest',
    'hamcrest-core',
    '1.3',
    '66fdef91e9739348df7a096aa384a5685f4e875584cce89386a7a47251c4d8e9',
    45_024,
  ),
  library(
    'com.ibm.icu',
    'icu4j',
    '75.1',
    '543e43a91d1499e331c711a756f833d6fb8cc019f9c9913c0bdf4d53009932d5',
    14_312_248,
  ),
  library(
    'javax.annotation',
    'javax.annotation-api',
    '1.3.2',
    'e04ba5195bcd555dc95650f7cc614d151e4bcd52d29a10b8aa2197f3ab89ab9b',
    26_586,
  ),
  library(
    'javax.inject',
    'javax.inject',
    '1',
    '91c77044a50c481636c32d916fd89c9118a72195390452c81065080f957de7ff',
    2_497,
  ),
  library(
    'com.google.code.findbugs',
    'jsr305',
    '3.0.2',
    '766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7',
    19_936,
  ),
  library('junit', 'junit', '4.13.2', '8e495b634469d64fb8acfa3495a065cbacc8a0fff55ce1e31007be4c16dc57d3', 384_581),
  library(
    'org.robolectric',
    'junit',
    '4.14.1',
    '2cee817aadce3552706b09450ad1ea7ff5981924072d2adfe40ddad57d5fa123',
    14_367,
  ),
  library(
    'androidx.test',
    'monitor',
    '1.7.2',
    '868cc120d10d024b886fa157e1e1eaee0e6a8e5d55e7f765ef41d8fc0fea775b',
    102_970,
    'aar',
  ),
  library(
    'org.robolectric',
    'nativeruntime',
    '4.14.1',
    'c07b66d315aec3272a7c64aa5f154b4194be2cc6030a733d16f2ee87330232a8',
    53_484,
  ),
  library(
    'org.robolectric',
    'nativeruntime-dist-compat',
    '1.0.16',
    '2f4e879b00eed634d0e43353ecff80db4d5ce24b3b213d1e6053cb21b0ced10f',
    157_996_126,
  ),
  library(
    'org.robolectric',
    'pluginapi',
    '4.14.1',
    'ad8b74238d59bce6631e29190c105dd0c4701e836a2631060678407f621c7b7a',
    10_324,
  ),
  library(
    'org.robolectric',
    'plugins-maven-dependency-resolver',
    '4.14.1',
    '6c8dbc979db0780755e712acab9eeb9396811b2d4dc31a92a5b259f9876205ec',
    15_222,
  ),
  library(
    'org.robolectric',
    'resources',
    '4.14.1',
    '54eb274a47dec9e74cc9b45b9e4335bb5d83857c63b2a49dd8d1993e6321f2c5',
    407_614,
  ),
  library(
    'org.robolectric',
    'robolectric',
    '4.14.1',
    'e0a73d45bceb94a5a0352b66e2120ad4a4b222fe406079130893b6c79d4441d1',
    170_182,
  ),
  library(
    'org.robolectric',
    'sandbox',
    '4.14.1',
    'de361f3de8c08d4488cf156683830f2bd43db1da85a5b136ad6d065b868d3bab',
    135_838,
  ),
  library(
    'org.robolectric',
    'shadowapi',
    '4.14.1',
    'fd158863cee488475206ba1d23ff4c7d29be412eccd21b12d9416b0030aa582d',
    15_882,
  ),
  library(
    'org.robolectric',
    'shadows-framework',
    '4.14.1',
    'f3cf7785eecf9b2e80fbb4caac4c42f63eeea3506e289581c04696a56a494622',
    4_766_936,
  ),
  library(
    'com.almworks.sqlite4java',
    'sqlite4java',
    '1.0.392',
    '243a64470fda0e86a6fddeb0af4c7aa9426ce84e68cbfe18d75ee5da4b7e0b92',
    132_506,
  ),
  library(
    'org.robolectric',
    'utils',
    '4.14.1',
    '6884eec32c9c9b23d74250e30a5ba9c5ece48784f808feba98f119b215ab59d8',
    55_492,
  ),
  library(
    'org.robolectric',
    'utils-reflector',
    '4.14.1',
    'eb8f52cdc24f59ae4cf13369c5bf990354c19c386e3e8f9f5d5cee04d836557b',
    26_578,
  ),
]

const framework = (version: string, sha256: string, bytes: number): Artifact => ({
  file: `frameworks/android-all-instrumented-${version}.jar`,
  group: 'org.robolectric',
  name: 'android-all-instrumented',
  version,
  sha256,
  bytes,
})

/** By API level: the oldest that we run on, those before and after the changes to permissions, the newest there is. */
const frameworks = {
  24: framework(
    '7.0.0_r1-robolectric-r1-i7',
    '57dc8d57a5d69adacf3aa4306aefbf147bd1621da347e20f3cf1f41c88a5dd49',
    88_212_080,
  ),
  29: framework(
    '10-robolectric-5803371-i7',
    '700fb3bb88ff346969b955241b86d2f55d395488bf5df1e8eddfbd003980c78a',
    116_486_192,
  ),
  33: framework(
    '13-robolectric-9030017-i7',
    '1c3fd182c03d47626686ca3b39c4ec5bdb0898b1056f4eb8f96f32c6209a5c04',
    163_233_590,
  ),
  35: framework(
    '15-robolectric-12650502-i7',
    '33c2d7cc4186d4605269d5d411fa1818972c5b30a9f70bfbbd3d430b076af52f',
    199_527_464,
  ),
} as const

export const apiLevels: readonly number[] = Object.keys(frameworks).map(Number)
export const NEWEST_API = Math.max(...apiLevels)

export const robolectricArtifacts: readonly Artifact[] = [...libraries, ...Object.values(frameworks)]

/** Robolectric looks for the frameworks there and fetches nothing by itself. */
export const frameworksFolder = (cache: string): string => join(cache, 'frameworks')

export const libraryJars = (cache: string): string[] =>
  libraries.filter(({ type }) => type === undefined).map(({ file }) => join(cache, file))

/** Archives for Android, whose classes have to be taken out of them. */
export const libraryArchives = (cache: string): string[] =>
  libraries.filter(({ type }) => type === 'aar').map(({ file }) => join(cache, file))
