const field=document.getElementById('search'),plain=t=>t.toLowerCase().normalize('NFD').replace(/\p{M}/gu,'');
field.hidden=false;field.addEventListener('input',()=>{const wanted=plain(field.value).trim();let found=0;
document.querySelectorAll('article').forEach(a=>{a.hidden=wanted!==''&&!plain(a.textContent).includes(wanted);found+=!a.hidden});
document.querySelectorAll('section').forEach(s=>{s.hidden=!s.querySelector('article:not([hidden])')});
document.querySelectorAll('.intro,.legend,.differs,nav ol').forEach(e=>{e.hidden=wanted!==''});
document.getElementById('nothing').hidden=found>0});
addEventListener('hashchange',()=>{if(!field.value)return;field.value='';field.dispatchEvent(new Event('input'));
document.getElementById(location.hash.slice(1)).scrollIntoView()});
