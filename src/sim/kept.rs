//! Values of a type that only a pack knows, asked for at every step of every turn.

use std::any::{Any, TypeId};

pub(super) type Kept = dyn Any + Send + Sync;

/// Like `downcast_ref`, without a call through a table: `known` is the type the value had when it was put down. Packs ask
/// a dozen times in every turn.
#[inline]
#[allow(unsafe_code, reason = "a call through a table at every question takes a tenth of a game")]
pub(super) fn as_type<T: 'static>(value: &Kept, known: TypeId) -> &T {
    assert!(known == TypeId::of::<T>(), "a pack asks for what it has put down itself");
    debug_assert!(value.is::<T>(), "the type is noted with the value and neither ever changes");
    // SAFETY: whoever keeps the value has noted its type when putting it down, and it is the one asked for.
    unsafe { &*std::ptr::from_ref(value).cast::<T>() }
}

/// The same for somebody who wants to change it.
#[inline]
#[allow(unsafe_code, reason = "as above")]
pub(super) fn as_type_mut<T: 'static>(value: &mut Kept, known: TypeId) -> &mut T {
    assert!(known == TypeId::of::<T>(), "a pack asks for what it has put down itself");
    debug_assert!(value.is::<T>(), "the type is noted with the value and neither ever changes");
    // SAFETY: as above.
    unsafe { &mut *std::ptr::from_mut(value).cast::<T>() }
}
