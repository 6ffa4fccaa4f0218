/*
 * Shortened clipboard content of several programs, and the HTML that the editor makes of it. The markup is typical of the
 * named program.
 */

interface ClipboardSample {
  input: string
  expected: string
  /** The number of pictures that are dropped. */
  pictures?: number
}

const wordHtml = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/Tanvir/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- /* Font Definitions */ @font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;} p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style>
<!--[if gte mso 10]><style>/* Style Definitions */ table.MsoNormalTable {mso-style-name:"Table Normal";}</style><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h1><span lang=EN-US style='mso-ansi-language:EN-US'>Choosing a zipper<o:p></o:p></span></h1>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span lang=EN-US style='font-size:12.0pt;color:red'>Size</span></b><span
lang=EN-US> is the <i>width</i> of the
chain, in&nbsp;mm.<o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>Coil<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span lang=EN-US style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>Nylon<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>Metal<o:p></o:p></span></p>
<p class=MsoNormal>Then:</p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Measure<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Order<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt'>
<tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'><td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal style='margin-bottom:0cm'>Jeans<o:p></o:p></p></td><td width=301 valign=top><p class=MsoNormal>#5<o:p></o:p></p></td></tr>
</table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="_x0000_i1025"><v:imagedata src="file:///C:/Temp/clip_image001.png" o:title=""/></v:shape><![endif]--><![if !vml]><img width=602 height=401 src="file:///C:/Users/Tanvir/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg" v:shapes="_x0000_i1025"><![endif]></p>
<!--EndFragment--></body></html>`

const googleDocsHtml = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-5d0c6f0e-7fff-2a"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;">Lab dips</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;font-style:normal;vertical-align:baseline;white-space:pre-wrap;">Ask for </span><span style="font-size:11pt;font-weight:700;font-style:normal;">three</span><span style="font-weight:400;font-style:italic;"> dips</span><span style="font-weight:400;"> and H</span><span style="font-size:0.6em;font-weight:400;vertical-align:sub;">2</span><span style="font-weight:400;">O, </span><a href="https://www.google.com/url?q=https://example.com/dips&amp;sa=D" style="text-decoration:none;"><span style="color:#1155cc;font-weight:400;text-decoration:underline;">read on</span></a></p><br /><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-weight:400;">One</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Within</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Two</span></p></li></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="301" /><col width="301" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr"><span style="font-weight:700;">A</span></p></td><td><p dir="ltr"><span>B</span></p></td></tr></tbody></table></div><p><span><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX" width="602" height="339" style="margin-left:0px;" /></span></p></b><br class="Apple-interchange-newline">`

const facebookHtml = `<meta charset='utf-8'><div class="xdj266r x14z9mp xat24cr x1lziwak x1vvkbs" style="margin: 0px; white-space: pre-wrap; color: rgb(8, 8, 9); font-family: &quot;Segoe UI Historic&quot;;"><div dir="auto" style="text-align: start; font-family: inherit;">New shades are in <span class="html-span xexx8yu" style="margin: 0px;"><a tabindex="-1" class="html-a xdj266r" style="color: rgb(56, 88, 152);"></a></span><span class="x3nfvp2 x1j61x8r" style="display: inline-flex;"><img height="16" width="16" alt="🧵" class="xz74otr" referrerpolicy="origin-when-cross-origin" src="https://static.xx.fbcdn.net/images/emoji.php/v9/t5b/1/16/1f9f5.png"></span></div></div><div class="x14z9mp" style="margin: 0.5em 0px 0px;"><div dir="auto" style="text-align: start;">নতুন শেড এসেছে। <span style="font-family: inherit;"><a class="x1i10hfl" href="https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2Fshades%3Ffbclid%3D1&amp;h=AT1" role="link" tabindex="0" target="_blank" rel="nofollow noreferrer">example.com/shades</a></span></div></div>`

const webPageHtml = `<html><body><!--StartFragment--><article class="post" id="p1"><script>track()</script><style>.a{color:red}</style><h1 style="color:rgb(33,33,33)">Elastic</h1><div style="background:#eee"><font face="Verdana" color="#ff0000">It <em>gives</em>,<span class="Apple-converted-space">&nbsp;</span>and <span style="font-weight:bold">comes back</span>.</font></div><p hidden style="display:none">tracking</p><p></p><p>&nbsp;</p><img src="data:image/png;base64,iVBORw0KGgo="><figure><img src="https://example.com/e.jpg" alt="E"><figcaption>A roll</figcaption></figure><table role="presentation"><tr><td><p>Left</p></td><td><p>Right</p></td></tr></table><table><thead><tr><th>Width</th><th>Use</th></tr></thead><tbody><tr><td>6 mm</td><td><table><tr><td>cuff</td><td>hem</td></tr></table></td></tr></tbody></table><p onclick="x()"><a href="javascript:alert(1)">bad</a> <a href="//example.com/x" class="b" target="_blank">good</a></p><button>Share</button><iframe src="https://example.com"></iframe></article><!--EndFragment--></body></html>`

export const clipboardSamples: Record<string, ClipboardSample> = {
  Word: {
    input: wordHtml,
    expected: `<h2>Choosing a zipper</h2>
<p><strong>Size</strong> is the <em>width</em> of the chain, in\u00a0mm.</p>
<ul>
<li>Coil<ul>
<li>Nylon</li>
</ul></li>
<li>Metal</li>
</ul>
<p>Then:</p>
<ol>
<li>Measure</li>
<li>Order</li>
</ol>
<table>
<tbody>
<tr><td>Jeans</td><td>#5</td></tr>
</tbody>
</table>`,
    pictures: 1,
  },
  'Google Docs': {
    input: googleDocsHtml,
    expected: `<h2>Lab dips</h2>
<p>Ask for <strong>three</strong><em> dips</em> and H<sub>2</sub>O, <a href="https://example.com/dips" rel="external noopener">read on</a></p>
<ul>
<li>One<ul>
<li>Within</li>
</ul></li>
<li>Two</li>
</ul>
<table>
<tbody>
<tr><td><strong>A</strong></td><td>B</td></tr>
</tbody>
</table>`,
    pictures: 1,
  },
  Facebook: {
    input: facebookHtml,
    expected: `<p>New shades are in 🧵</p>
<p>নতুন শেড এসেছে। <a href="https://example.com/shades?fbclid=1" rel="external noopener">example.com/shades</a></p>`,
  },
  'a web page': {
    input: webPageHtml,
    expected: `<h2>Elastic</h2>
<p>It <em>gives</em>, and <strong>comes back</strong>.</p>
<p>A roll</p>
<p>Left</p>
<p>Right</p>
<table>
<thead><tr><th>Width</th><th>Use</th></tr></thead>
<tbody>
<tr><td>6 mm</td><td>cuff, hem</td></tr>
</tbody>
</table>
<p>bad <a href="https://example.com/x" rel="external noopener">good</a></p>`,
    pictures: 2,
  },
}
