/** The textures that the drawings share. */
export const Textures = () => (
  <svg width="0" height="0" aria-hidden="true">
    <defs>
      <pattern id="weave" width="1.2" height="1.2" patternUnits="userSpaceOnUse">
        <path d="M0 0l.6.6L0 1.2M1.2 0L.6.6l.6.6" fill="none" stroke="#000" strokeOpacity=".16" strokeWidth=".16" />
        <path d="M.3 0l.6.6-.6.6" fill="none" stroke="#fff" strokeOpacity=".25" strokeWidth=".12" />
      </pattern>
      <pattern id="rib" width="1.4" height="2" patternUnits="userSpaceOnUse">
        <path d="M.3 0v2" stroke="#000" strokeOpacity=".16" strokeWidth=".3" />
        <path d="M.9 0v2" stroke="#fff" strokeOpacity=".35" strokeWidth=".25" />
      </pattern>
      <pattern id="mesh" width="2" height="2" patternUnits="userSpaceOnUse">
        <circle cx=".5" cy=".5" r=".42" fill="#000" fillOpacity=".2" />
        <circle cx="1.5" cy="1.5" r=".42" fill="#000" fillOpacity=".2" />
        <path d="M0 1h2" stroke="#fff" strokeOpacity=".3" strokeWidth=".1" />
      </pattern>
      <linearGradient id="satin" x2="0" y2="1">
        <stop stopColor="#000" stopOpacity=".22" />
        <stop offset=".12" stopColor="#fff" stopOpacity=".1" />
        <stop offset=".4" stopColor="#fff" stopOpacity=".45" />
        <stop offset=".75" stopColor="#000" stopOpacity=".06" />
        <stop offset="1" stopColor="#000" stopOpacity=".26" />
      </linearGradient>
      <radialGradient id="dome" cx=".35" cy=".3" r=".8">
        <stop stopColor="#fff" stopOpacity=".6" />
        <stop offset=".5" stopColor="#fff" stopOpacity="0" />
        <stop offset="1" stopColor="#000" stopOpacity=".35" />
      </radialGradient>
    </defs>
  </svg>
)
