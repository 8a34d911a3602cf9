//! Looking at drawings without drawing them.

use std::collections::BTreeSet;

/// Tags close in order, ids are not given twice, references have their target, and every number is one.
pub(crate) fn assert_well_formed(name: &str, svg: &str) {
    let (mut open, mut ids, mut references) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("{name}: a tag is not closed: {piece}"));
        assert!(!text.contains('&') || text.contains(';'), "{name}: {text}");
        if let Some(closing) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closing), "{name}");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{name}: {tag}");
        let attributes: Vec<(&str, &str)> =
            tag.split('"').collect::<Vec<_>>().chunks_exact(2).map(|pair| (pair[0].trim(), pair[1])).collect();
        for (key, value) in attributes {
            assert!(!value.contains("NaN") && !value.contains("inf"), "{name}: {key}{value}");
            if key.rsplit(' ').next() == Some("id=") {
                assert!(ids.insert(value), "{name}: the id {value} is given twice");
            }
            let target = value.strip_prefix("url(#").map(|rest| rest.trim_end_matches(')')).or_else(|| value.strip_prefix('#'));
            references.extend(target.filter(|_| key.ends_with("href=") || value.starts_with("url")));
        }
        if !tag.ends_with('/') {
            open.push(tag.split([' ', '/']).next().unwrap_or_default());
        }
    }
    assert!(open.is_empty(), "{name}: {open:?} never close");
    assert!(references.is_subset(&ids), "{name}: nothing is called {:?}", references.difference(&ids));
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>") && svg.contains("viewBox"), "{name}");
}
